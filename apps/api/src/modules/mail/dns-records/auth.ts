import { mailDnsShareLink, sharedMailDns } from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { type AccountsSettings, limitAttempts } from "../../accounts/index.ts";
import type { CheckPorts } from "./check-dns-records.ts";
import { readSharedDns } from "./dns-shares.ts";

export type DnsAuthPorts = CheckPorts & { settings: AccountsSettings };

/** For the people who run a client's DNS, who have the link and no account. */
export const mailDnsAuthOperations = (ports: DnsAuthPorts) =>
  named({
    readSharedMailDns: authOperation({
      method: "POST",
      path: "/auth/mail-dns/read",
      summary: "Get shared DNS records",
      description:
        "Takes the token from a shared link; without it, the response is 404. Returns 409 with `link_expired` if the link has expired.",
      body: mailDnsShareLink,
      output: sharedMailDns,
      problems: [400, 403, 404, 409, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "mail-dns-read", undefined);
        return { value: await readSharedDns({ ...ctx, ...ports }, body.token) };
      },
    }),
  });
