import { router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";

export const createMeRouter = (_ports: AccountPorts) => router({});
