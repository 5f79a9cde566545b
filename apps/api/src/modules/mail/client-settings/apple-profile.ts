import { createHash } from "node:crypto";
import type { MailServers } from "../ports.ts";
import { escapeXml } from "./escape-xml.ts";

type Value = string | number | boolean | Value[] | { [key: string]: Value };

/** A configuration profile for Mail on iPhone, iPad and Mac, which asks for the password when it is installed. */
export function appleProfile({ imap, submission }: MailServers, address: string): string {
  const identifier = `mail.${address.replace(/[^a-z0-9.-]/g, "-")}`;
  const common = { PayloadVersion: 1, PayloadDisplayName: address };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${plistOf({
  ...common,
  PayloadType: "Configuration",
  PayloadIdentifier: identifier,
  PayloadUUID: uuidOf(`profile ${address}`),
  PayloadDescription: `Mail account ${address}`,
  PayloadContent: [
    {
      ...common,
      PayloadType: "com.apple.mail.managed",
      PayloadIdentifier: `${identifier}.account`,
      PayloadUUID: uuidOf(`account ${address}`),
      EmailAccountType: "EmailTypeIMAP",
      EmailAccountDescription: address,
      EmailAddress: address,
      IncomingMailServerAuthentication: "EmailAuthPassword",
      IncomingMailServerHostName: imap.host,
      IncomingMailServerPortNumber: imap.port,
      IncomingMailServerUseSSL: true,
      IncomingMailServerUsername: address,
      OutgoingMailServerAuthentication: "EmailAuthPassword",
      OutgoingMailServerHostName: submission.host,
      OutgoingMailServerPortNumber: submission.port,
      OutgoingMailServerUseSSL: true,
      OutgoingMailServerUsername: address,
      OutgoingPasswordSameAsIncomingPassword: true,
    },
  ],
})}
</plist>
`;
}

function plistOf(value: Value): string {
  if (typeof value === "string") {
    return `<string>${escapeXml(value)}</string>`;
  }
  if (typeof value === "number") {
    return `<integer>${value}</integer>`;
  }
  if (typeof value === "boolean") {
    return value ? "<true/>" : "<false/>";
  }
  if (Array.isArray(value)) {
    return `<array>\n${value.map(plistOf).join("\n")}\n</array>`;
  }
  const entries = Object.entries(value).map(
    ([key, each]) => `<key>${escapeXml(key)}</key>\n${plistOf(each)}`,
  );
  return `<dict>\n${entries.join("\n")}\n</dict>`;
}

/** The same address always has the same UUID, so that installing its profile again replaces the first one. */
function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
