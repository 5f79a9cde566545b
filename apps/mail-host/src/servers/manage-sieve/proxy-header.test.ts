import { expect, it } from "vitest";
import { proxyHeader } from "./proxy-header.ts";

const headerOf = (remoteAddress: string, localAddress: string) =>
  proxyHeader({ remoteAddress, remotePort: 258, localAddress, localPort: 4190 }).toString("hex");
const signature = "0d0a0d0a000d0a515549540a";
const ports = "0102105e";
const tls = "2000050100000000";

it.each([
  ["192.0.2.1", "10.0.0.255", `21110014c00002010a0000ff${ports}${tls}`],
  ["::ffff:192.0.2.1", "::ffff:10.0.0.255", `21110014c00002010a0000ff${ports}${tls}`],
  ["2001:db8::1", "::1", `2121002c20010db8${"0".repeat(23)}1${"0".repeat(31)}1${ports}${tls}`],
  [
    "fe80::1:2%eth0",
    "1:2:3:4:5:6:7:8",
    `2121002cfe80${"0".repeat(20)}0001000200010002000300040005000600070008${ports}${tls}`,
  ],
])("tells from which address a client is connected: %s", (remote, local, rest) => {
  expect(headerOf(remote, local)).toBe(signature + rest);
});
