import { router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";

export const createWorkspaceRouter = (_ports: AccountPorts) => router({});

export const createMembersRouter = (_ports: AccountPorts) => router({});

export const createInvitationsRouter = (_ports: AccountPorts) => router({});
