import type { MailServer } from "@zonepost/schema";
import type { MailServers } from "../ports.ts";
import { escapeXml } from "./escape-xml.ts";

/** The response to Outlook (MS-OXDSCLI), for IMAP and SMTP. */
export function autodiscover({ imap, submission }: MailServers, address: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">
  <Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">
    <Account>
      <AccountType>email</AccountType>
      <Action>settings</Action>
${protocolOf("IMAP", imap, address)}${protocolOf("SMTP", submission, address)}    </Account>
  </Response>
</Autodiscover>
`;
}

const protocolOf = (type: "IMAP" | "SMTP", { host, port, security }: MailServer, address: string): string =>
  `      <Protocol>
        <Type>${type}</Type>
        <Server>${escapeXml(host)}</Server>
        <Port>${port}</Port>
        <DomainRequired>off</DomainRequired>
        <LoginName>${escapeXml(address)}</LoginName>
        <SPA>off</SPA>
        <SSL>on</SSL>
        <Encryption>${security === "tls" ? "SSL" : "TLS"}</Encryption>
        <AuthRequired>on</AuthRequired>
      </Protocol>
`;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The address in Outlook's request; undefined if there is none. */
export function addressOfAutodiscover(body: string): string | undefined {
  const [, text] = /<(?:\w+:)?EMailAddress>([^<]{1,1000})<\/(?:\w+:)?EMailAddress>/.exec(body) ?? [];
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => entities[name] ?? "").trim();
}
