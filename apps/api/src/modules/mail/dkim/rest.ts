import { mailDkimKey, mailDomainParameters } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { cancelDkimRotation } from "./cancel-dkim-rotation.ts";
import { listDkimKeys } from "./list-dkim-keys.ts";
import { rotateDkimKey } from "./rotate-dkim-key.ts";

export const dkimOperations = (ports: Pick<MailPorts, "secretBox" | "mailDnsSettings">) =>
  named({
    listDkimKeys: operation({
      method: "GET",
      path: "/me/mail/{domainName}/dkim",
      tag: "Mail",
      summary: "List DKIM keys",
      description:
        "The keys of a mail domain with their stages, what the domain's nameservers show of them, and what happens next.",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: z.array(mailDkimKey),
      outputDescription: "The last 20 keys, newest first",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => listDkimKeys(ctx, parameters.domainName),
    }),
    rotateDkimKey: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dkim/rotate",
      tag: "Mail",
      summary: "Rotate the DKIM key",
      description:
        "Creates a key. Publish its record, unless the domain's zone is hosted here, where mail publishes it: the key signs once all nameservers of the domain show it and all mail servers hold it. Until then, the current key signs. Keep the current key's record published for 7 more days. To rotate regularly, set the mail domain's `dkimRotationDays`.",
      right: "mail:write",
      parameters: mailDomainParameters,
      output: mailDkimKey,
      outputDescription: "The new key, with the record to publish",
      successStatus: 201,
      problems: [404, 409],
      handle: (ctx, { parameters }) => rotateDkimKey({ ...ctx, ...ports }, parameters.domainName),
    }),
    cancelDkimRotation: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dkim/cancel",
      tag: "Mail",
      summary: "Cancel a DKIM rotation",
      description: "Deletes the pending key. The current key keeps signing.",
      right: "mail:write",
      parameters: mailDomainParameters,
      output: z.array(mailDkimKey),
      outputDescription: "The last 20 keys, newest first",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => cancelDkimRotation({ ...ctx, ...ports }, parameters.domainName),
    }),
  });
