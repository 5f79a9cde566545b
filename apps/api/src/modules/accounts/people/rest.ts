import { profile, profilePatch } from "@zonepost/schema";
import { named, personOperation } from "../../../kernel/http/operation.ts";
import { readProfile } from "./read-profile.ts";
import { updateProfile } from "./update-profile.ts";

export const profileOperations = () =>
  named({
    getProfile: personOperation({
      method: "GET",
      path: "/me",
      summary: "Get your profile",
      output: profile,
      outputDescription: "The profile",
      successStatus: 200,
      problems: [],
      handle: (ctx) => readProfile(ctx),
    }),
    updateProfile: personOperation({
      method: "PATCH",
      path: "/me",
      summary: "Update your profile",
      body: profilePatch,
      output: profile,
      outputDescription: "The updated profile",
      successStatus: 200,
      problems: [],
      handle: (ctx, { body }) => updateProfile(ctx, body),
    }),
  });
