import { router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";

export const createApiKeysRouter = (_ports: AccountPorts) => router({});
