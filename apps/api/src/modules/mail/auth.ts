import type { AuthOperation } from "../../kernel/http/operation.ts";
import { type DnsAuthPorts, mailDnsAuthOperations } from "./dns-records/auth.ts";
import { type ForwardingAuthPorts, forwardingAuthOperations } from "./forwarding/auth.ts";

export const mailAuthOperations = (ports: ForwardingAuthPorts & DnsAuthPorts): AuthOperation[] =>
  Object.values({ ...forwardingAuthOperations(ports), ...mailDnsAuthOperations(ports) });
