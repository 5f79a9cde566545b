import { describe, expect, it } from "vitest";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { MailServers } from "../ports.ts";
import { appleProfile } from "./apple-profile.ts";
import { autoconfig } from "./autoconfig.ts";
import { addressOfAutodiscover, autodiscover } from "./autodiscover.ts";
import { getMailSettings } from "./get-mail-settings.ts";

const imap = { host: "imap.host.test", port: 993, security: "tls" } as const;
const submission = { host: "smtp.host.test", port: 587, security: "starttls" } as const;
const servers: MailServers = {
  hostName: "mail.host.test",
  imap,
  submission,
  sieve: null,
  alternatives: { imap: { ...imap, port: 143, security: "starttls" }, submission: null },
};
const address = "o'brien&sons@example.com";

it("the settings include the form of the username", async () => {
  const ctx = { actor: { kind: "user", role: "owner" } } as unknown as WorkspaceCtx;
  const find = (found: MailServers | null) =>
    getMailSettings({ ...ctx, mailServers: { find: async () => found } });
  await expect(find(servers)).resolves.toMatchObject({ imap, submission, username: "full_address" });
  await expect(find(null)).rejects.toMatchObject({ kind: "unavailable", code: "mail_not_configured" });
});

it("autoconfig has each server once, and no address", () => {
  expect(autoconfig(servers, "example.com")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="example.com">
    <domain>example.com</domain>
    <displayName>example.com</displayName>
    <displayShortName>example.com</displayShortName>
    <incomingServer type="imap">
      <hostname>imap.host.test</hostname>
      <port>993</port>
      <socketType>SSL</socketType>
      <username>%EMAILADDRESS%</username>
      <authentication>password-cleartext</authentication>
    </incomingServer>
    <incomingServer type="imap">
      <hostname>imap.host.test</hostname>
      <port>143</port>
      <socketType>STARTTLS</socketType>
      <username>%EMAILADDRESS%</username>
      <authentication>password-cleartext</authentication>
    </incomingServer>
    <outgoingServer type="smtp">
      <hostname>smtp.host.test</hostname>
      <port>587</port>
      <socketType>STARTTLS</socketType>
      <username>%EMAILADDRESS%</username>
      <authentication>password-cleartext</authentication>
    </outgoingServer>
  </emailProvider>
</clientConfig>
`);
});

describe("autodiscover", () => {
  it("has both servers and the escaped address", () => {
    expect(autodiscover(servers, address)).toBe(`<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">
  <Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">
    <Account>
      <AccountType>email</AccountType>
      <Action>settings</Action>
      <Protocol>
        <Type>IMAP</Type>
        <Server>imap.host.test</Server>
        <Port>993</Port>
        <DomainRequired>off</DomainRequired>
        <LoginName>o&apos;brien&amp;sons@example.com</LoginName>
        <SPA>off</SPA>
        <SSL>on</SSL>
        <Encryption>SSL</Encryption>
        <AuthRequired>on</AuthRequired>
      </Protocol>
      <Protocol>
        <Type>SMTP</Type>
        <Server>smtp.host.test</Server>
        <Port>587</Port>
        <DomainRequired>off</DomainRequired>
        <LoginName>o&apos;brien&amp;sons@example.com</LoginName>
        <SPA>off</SPA>
        <SSL>on</SSL>
        <Encryption>TLS</Encryption>
        <AuthRequired>on</AuthRequired>
      </Protocol>
    </Account>
  </Response>
</Autodiscover>
`);
  });

  it.each([
    ["<Request><EMailAddress>a@b.example</EMailAddress></Request>", "a@b.example"],
    ["<r:EMailAddress> o&apos;brien&amp;sons@b.example\n</r:EMailAddress>", "o'brien&sons@b.example"],
    ["<EMailAddress>a<b/>@b.example</EMailAddress>", undefined],
    ["<LegacyDN>/o=first</LegacyDN>", undefined],
    ["", undefined],
  ])("reads the address of %j", (body, read) => {
    expect(addressOfAutodiscover(body)).toBe(read);
  });
});

it("the Apple profile has the escaped address, both servers and no password", () => {
  expect(appleProfile(servers, address)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>PayloadVersion</key>
<integer>1</integer>
<key>PayloadDisplayName</key>
<string>o&apos;brien&amp;sons@example.com</string>
<key>PayloadType</key>
<string>Configuration</string>
<key>PayloadIdentifier</key>
<string>mail.o-brien-sons-example.com</string>
<key>PayloadUUID</key>
<string>69ae2076-0130-8527-a22c-71bebdf170a3</string>
<key>PayloadDescription</key>
<string>Mail account o&apos;brien&amp;sons@example.com</string>
<key>PayloadContent</key>
<array>
<dict>
<key>PayloadVersion</key>
<integer>1</integer>
<key>PayloadDisplayName</key>
<string>o&apos;brien&amp;sons@example.com</string>
<key>PayloadType</key>
<string>com.apple.mail.managed</string>
<key>PayloadIdentifier</key>
<string>mail.o-brien-sons-example.com.account</string>
<key>PayloadUUID</key>
<string>d3aef81f-2e7f-875a-a9d1-12b23c57ab73</string>
<key>EmailAccountType</key>
<string>EmailTypeIMAP</string>
<key>EmailAccountDescription</key>
<string>o&apos;brien&amp;sons@example.com</string>
<key>EmailAddress</key>
<string>o&apos;brien&amp;sons@example.com</string>
<key>IncomingMailServerAuthentication</key>
<string>EmailAuthPassword</string>
<key>IncomingMailServerHostName</key>
<string>imap.host.test</string>
<key>IncomingMailServerPortNumber</key>
<integer>993</integer>
<key>IncomingMailServerUseSSL</key>
<true/>
<key>IncomingMailServerUsername</key>
<string>o&apos;brien&amp;sons@example.com</string>
<key>OutgoingMailServerAuthentication</key>
<string>EmailAuthPassword</string>
<key>OutgoingMailServerHostName</key>
<string>smtp.host.test</string>
<key>OutgoingMailServerPortNumber</key>
<integer>587</integer>
<key>OutgoingMailServerUseSSL</key>
<true/>
<key>OutgoingMailServerUsername</key>
<string>o&apos;brien&amp;sons@example.com</string>
<key>OutgoingPasswordSameAsIncomingPassword</key>
<true/>
</dict>
</array>
</dict>
</plist>
`);
});
