import { router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";

export const createAuditRouter = (_ports: AccountPorts) => router({});
