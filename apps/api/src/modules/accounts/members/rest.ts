import {
  member,
  memberParameters,
  memberPatch,
  notificationSettings,
  notificationSettingsPatch,
  ownershipTransferInput,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { listMembers } from "./list-members.ts";
import { readNotificationSettings, updateNotificationSettings } from "./notification-settings.ts";
import { removeMember } from "./remove-member.ts";
import { transferOwnership } from "./transfer-ownership.ts";
import { readSeatBefore, updateMember } from "./update-member.ts";

export const memberOperations = (ports: AccountPorts) =>
  named({
    getNotificationSettings: operation({
      method: "GET",
      path: "/me/notifications",
      tag: "Me",
      summary: "Get your email notifications",
      description:
        "How you get emails about each topic in the current workspace: at once, in one email a day, or not at all. Only topics that your role includes are listed. Not listed because they can't be turned off: security notices and receipts, and for owners the expiry notices that registries prescribe.",
      right: "domains:read",
      sessionOnly: true,
      output: notificationSettings,
      outputDescription: "The settings",
      successStatus: 200,
      problems: [],
      handle: (ctx) => readNotificationSettings(ctx),
    }),
    updateNotificationSettings: operation({
      method: "PATCH",
      path: "/me/notifications",
      tag: "Me",
      summary: "Update your email notifications",
      description:
        "For you alone, and only in this workspace. Topics in `fixedTopics` can't be changed (409 with `owner_notifications`), and neither can topics that your role doesn't include (422). Of `expiry` and `transfers`, owners get the emails about security and expiry at once whatever they choose. Members limited to some domains only get emails about those.",
      right: "domains:read",
      sessionOnly: true,
      body: notificationSettingsPatch,
      output: notificationSettings,
      outputDescription: "The updated settings",
      successStatus: 200,
      problems: [409],
      handle: (ctx, { body }) => updateNotificationSettings(ctx, body),
    }),
    transferOwnership: operation({
      method: "POST",
      path: "/workspace/ownership",
      tag: "People",
      summary: "Transfer ownership",
      description:
        "The member becomes an owner, and you become an admin. You and all owners are notified by email.",
      right: "workspace:own",
      sessionOnly: true,
      body: ownershipTransferInput,
      output: member,
      outputDescription: "The new owner",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { body }) => transferOwnership({ ...ctx, ...ports }, body),
    }),
    listMembers: operation({
      method: "GET",
      path: "/workspace/members",
      tag: "People",
      summary: "List members",
      right: "members:read",
      query: pageQuery,
      output: z.array(member),
      outputDescription: "The members, in the order they joined",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listMembers(ctx, query),
    }),
    updateMember: operation({
      method: "PATCH",
      path: "/workspace/members/{id}",
      tag: "People",
      summary: "Update a member",
      description:
        "Changes the role or the domain limit. You can only assign or remove roles whose permissions you have yourself. A role that covers all domains removes the limit. Open invitations that the member sent are canceled if the new role can't give theirs. Returns 409 with `last_owner` if no owner would be left.",
      right: "members:write",
      parameters: memberParameters,
      body: memberPatch,
      output: member,
      outputDescription: "The updated member",
      successStatus: 200,
      problems: [404, 409],
      readBefore: (ctx, { parameters }) => readSeatBefore(ctx, parameters.id),
      handle: (ctx, { parameters, body }) =>
        updateMember({ ...ctx, ...ports }, { ...parameters, patch: body }),
    }),
    removeMember: operation({
      method: "DELETE",
      path: "/workspace/members/{id}",
      tag: "People",
      summary: "Remove a member",
      description:
        "The member is notified by email, and their open invitations are canceled. Returns 409 with `last_owner` for the last owner.",
      right: "members:write",
      parameters: memberParameters,
      output: z.void(),
      outputDescription: "The member was removed",
      successStatus: 204,
      problems: [404, 409],
      handle: (ctx, { parameters }) => removeMember({ ...ctx, ...ports }, parameters.id),
    }),
  });
