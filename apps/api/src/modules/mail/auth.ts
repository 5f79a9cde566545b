import type { AuthOperation } from "../../kernel/http/operation.ts";
import { type ForwardingAuthPorts, forwardingAuthOperations } from "./forwarding/auth.ts";

export const mailAuthOperations = (ports: ForwardingAuthPorts): AuthOperation[] =>
  Object.values(forwardingAuthOperations(ports));
