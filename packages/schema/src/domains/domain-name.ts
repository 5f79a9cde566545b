import { z } from "zod";
import { domainNameProblemMessages, normalizeDomainName } from "./normalize-domain-name.ts";

export {
  type DomainNameProblem,
  type DomainNameResult,
  domainNameProblemMessages,
  domainNameWarnings,
  normalizeDomainName,
} from "./normalize-domain-name.ts";

/** A domain name as input: converted to its stored form, or rejected with a message. */
export const domainName = z
  .string()
  .max(1024, domainNameProblemMessages.too_long)
  .transform((value, context) => {
    const result = normalizeDomainName(value);
    if (result.ok) {
      return result.name;
    }
    context.addIssue({ code: "custom", message: domainNameProblemMessages[result.problem] });
    return z.NEVER;
  })
  .meta({
    description: "Domain name. Non-ASCII names are stored as A-labels (Punycode).",
    examples: ["example.com"],
  });
