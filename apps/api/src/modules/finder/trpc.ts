import { queryOf, router } from "../../kernel/http/trpc.ts";
import { finderOperations } from "./rest.ts";

export const createFinderRouter = () => router({ record: queryOf(finderOperations().findRecord) });
