import { z } from "zod";
import { withoutPastedEdges } from "./pasted.ts";

const pasted = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === "string" ? withoutPastedEdges(value).toLowerCase() : value),
    schema,
  );

export const ipAddress = pasted(z.union([z.ipv4(), z.ipv6()], "Enter an IPv4 or IPv6 address.")).meta({
  description: "An IP address",
  examples: ["192.0.2.53"],
});

/** RFC 4632 and RFC 4291: one address, or a network with its prefix length. */
export const ipRange = pasted(
  z.union(
    [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
    "Enter an IP address or a network, such as 203.0.113.0/24.",
  ),
).meta({ description: "An IP address, or a network in CIDR notation", examples: ["203.0.113.0/24"] });
