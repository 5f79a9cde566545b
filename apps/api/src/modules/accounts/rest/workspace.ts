import type { Operation } from "../../../kernel/operation.ts";
import type { AccountPorts } from "../ports.ts";

export const workspaceOperations = (_ports: AccountPorts): Operation[] => [];
