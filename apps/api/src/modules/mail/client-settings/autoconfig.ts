import type { MailServer } from "@zonepost/schema";
import type { MailServers } from "../ports.ts";
import { escapeXml } from "./escape-xml.ts";

/**
 * Autoconfiguration as Thunderbird reads it (version 1.1). The program itself replaces the placeholder of the address,
 * so the file is the same for every address of the domain.
 */
export function autoconfig(servers: MailServers, domainName: string): string {
  const { imap, submission, alternatives } = servers;
  const name = escapeXml(domainName);
  return `<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="${name}">
    <domain>${name}</domain>
    <displayName>${name}</displayName>
    <displayShortName>${name}</displayShortName>
${serverOf("incomingServer", "imap", imap)}${serverOf("incomingServer", "imap", alternatives.imap)}${serverOf("outgoingServer", "smtp", submission)}${serverOf("outgoingServer", "smtp", alternatives.submission)}  </emailProvider>
</clientConfig>
`;
}

const serverOf = (element: string, type: string, server: MailServer | null): string =>
  server
    ? `    <${element} type="${type}">
      <hostname>${escapeXml(server.host)}</hostname>
      <port>${server.port}</port>
      <socketType>${server.security === "tls" ? "SSL" : "STARTTLS"}</socketType>
      <username>%EMAILADDRESS%</username>
      <authentication>password-cleartext</authentication>
    </${element}>
`
    : "";
