import type { Operation } from "../../../kernel/operation.ts";
import type { AccountPorts } from "../ports.ts";

export const meOperations = (_ports: AccountPorts): Operation[] => [];
