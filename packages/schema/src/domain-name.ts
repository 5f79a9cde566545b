import { z } from "zod";
import { domainNameProblemMessages, normalizeDomainName } from "./normalize-domain-name.ts";

export {
  type DomainNameProblem,
  type DomainNameResult,
  domainNameProblemMessages,
  domainNameWarnings,
  normalizeDomainName,
} from "./normalize-domain-name.ts";

/** A domain name as input: whatever people type becomes the stored form, or a message says what is wrong. */
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
