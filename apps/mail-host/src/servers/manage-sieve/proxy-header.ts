import { isIPv6 } from "node:net";

const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const proxyCommand = 0x21;
const tcp = { ipv4: 0x11, ipv6: 0x21 };
const tlsType = 0x20;
const tlsUsed = 0x01;

export type Ends = { remoteAddress: string; remotePort: number; localAddress: string; localPort: number };

/** HAProxy's header (version 2): from which address a client is connected, with TLS. */
export function proxyHeader({ remoteAddress, remotePort, localAddress, localPort }: Ends): Buffer {
  const addresses = [remoteAddress, localAddress].map((address) => address.replace(/^::ffff:(?=\d+\.)/i, ""));
  const isV6 = addresses.some((address) => isIPv6(address));
  const ports = Buffer.alloc(4);
  ports.writeUInt16BE(remotePort, 0);
  ports.writeUInt16BE(localPort, 2);
  // Type, length, used by the client, and the result of the client's certificate: none.
  const tls = Buffer.from([tlsType, 0, 5, tlsUsed, 0, 0, 0, 0]);
  const body = Buffer.concat([
    ...addresses.map((address) => (isV6 ? bytesOfV6(address) : Buffer.from(address.split(".").map(Number)))),
    ports,
    tls,
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([signature, Buffer.from([proxyCommand, isV6 ? tcp.ipv6 : tcp.ipv4]), length, body]);
}

/** Two bytes for each group; `::` stands for the groups that are missing. */
function bytesOfV6(address: string): Buffer {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number(`0x${group}`)));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const bytes = Buffer.alloc(16);
  [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last].forEach((group, index) => {
    bytes.writeUInt16BE(group, index * 2);
  });
  return bytes;
}
