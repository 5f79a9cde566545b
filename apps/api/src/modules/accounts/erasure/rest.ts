import { profile } from "@zonepost/schema";
import { named, personOperation } from "../../../kernel/http/operation.ts";
import type { CredentialPorts } from "../ports.ts";
import { requestDeletion, undoDeletion } from "./request-deletion.ts";

export const deletionOperations = (ports: CredentialPorts) =>
  named({
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
