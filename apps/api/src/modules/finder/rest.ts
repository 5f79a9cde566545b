import { recordFindInput, recordPlace } from "@zonepost/schema/panel";
import { named, panelOperation } from "../../kernel/http/operation.ts";
import { findRecord } from "./find-record.ts";

export const finderOperations = () =>
  named({
    findRecord: panelOperation({
      right: "domains:read",
      input: recordFindInput,
      output: recordPlace.nullable(),
      handle: (ctx, { id }) => findRecord(ctx, id),
    }),
  });
