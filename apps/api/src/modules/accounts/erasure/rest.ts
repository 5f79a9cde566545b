import { personExport, profile } from "@zonepost/schema";
import { z } from "zod";
import { unauthenticated } from "../../../kernel/errors.ts";
import { named, personOperation } from "../../../kernel/http/operation.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { CredentialPorts, ExportPorts } from "../ports.ts";
import { exportPerson } from "./export-person.ts";
import { requestDeletion, undoDeletion } from "./request-deletion.ts";

export const erasureOperations = (ports: CredentialPorts & ExportPorts) =>
  named({
    exportOwnData: personOperation({
      method: "GET",
      path: "/me/export",
      summary: "Download your data",
      description:
        "What is stored about you, without secrets and without your workspaces' data. What you did in workspaces that you have left isn't included: ask the administrator of this service. Fields are only ever added; a change that isn't an addition raises `formatVersion`.",
      output: z.custom<AsyncIterable<string>>(),
      describedOutput: personExport,
      outputDescription: "A JSON file. Your audit log entries are its last field, since they can be many.",
      successStatus: 200,
      file: { mediaType: "application/json", name: "zonepost-account.json" },
      problems: [],
      handle: async (ctx) => {
        const who = { id: publicId("usr", ctx.actor.userId) };
        const parts = await exportPerson({ ...ctx, ...ports }, who, { onlyOwnWorkspaces: true });
        if (!parts) {
          throw unauthenticated();
        }
        return parts;
      },
    }),
    requestAccountDeletion: personOperation({
      method: "POST",
      path: "/me/deletion",
      summary: "Delete your account",
      description:
        "The account is deleted after seven days, and works as before until then. All other sessions end now. Workspaces stay with their other members: if you are the only owner of one, transfer its ownership first. A repeat doesn't change the day.",
      output: profile,
      outputDescription: "The profile, with the time of the deletion",
      successStatus: 200,
      problems: [409],
      handle: (ctx) => requestDeletion({ ...ctx, ...ports }),
    }),
    undoAccountDeletion: personOperation({
      method: "DELETE",
      path: "/me/deletion",
      summary: "Keep your account",
      description: "Cancels the deletion of your account. Nothing has been deleted.",
      output: profile,
      outputDescription: "The profile",
      successStatus: 200,
      problems: [],
      handle: (ctx) => undoDeletion({ ...ctx, ...ports }),
    }),
  });
