import { z } from "zod";
import type { DnsAddress, DnsServerOptions } from "./options.ts";

const host = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, "must be a host name, such as ns1.example.net");
/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. */
const address = z.string().transform((text, context): DnsAddress => {
  const [, inBrackets, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const ip = inBrackets ?? plain ?? text;
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  if (!isPort || !z.union([z.ipv4(), z.ipv6()]).safeParse(ip).success) {
    context.addIssue({ code: "custom", message: "must be an address, such as 192.0.2.1 or 192.0.2.1:53" });
    return z.NEVER;
  }
  return { address: ip, port: Number(port) };
});

const shape = z.strictObject({
  primary: address,
  nameservers: z
    .record(host, address)
    .refine((servers) => Object.keys(servers).length > 0, "must not be empty"),
  transferKey: z
    .string()
    .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64"),
  parentResolvers: z.array(address).default([]),
});

export type DnsSettings = Omit<DnsServerOptions, "folders">;

/** The message names each field that is missing or wrong, without its value. */
export class DnsSettingsError extends Error {
  override readonly name = "DnsSettingsError";
}

/** Reads the file that all nameservers of an installation share. Throws a DnsSettingsError. */
export function readDnsSettings(text: string): DnsSettings {
  const result = shape.safeParse(parseJson(text), {
    error: ({ code, input }) =>
      input === undefined ? "must be set" : code === "unrecognized_keys" ? "has an unknown field" : undefined,
  });
  if (!result.success) {
    const mistakes = result.error.issues.map(
      ({ path, message }) => `${path.join(".") || "the file"}: ${message}`,
    );
    throw new DnsSettingsError(mistakes.join("; "));
  }
  const { primary, nameservers, transferKey, parentResolvers } = result.data;
  return {
    primary,
    secondaries: Object.entries(nameservers).map(([name, at]) => ({ host: name, ...at })),
    transferKey,
    parentResolvers,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DnsSettingsError("the file must be JSON");
  }
}
