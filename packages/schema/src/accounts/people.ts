import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";
import { emailAddress } from "../email-address.ts";
import { language } from "../language.ts";
import { displayName } from "../lines.ts";
import { timestamp, typeId } from "../primitives.ts";
import { rolesWithDomainLimit } from "./rights.ts";
import { linkToken, newPassword, signInProvider, user, workspaceRole } from "./session.ts";

const defaultNameservers = z
  .array(domainName)
  .max(13, "Enter at most 13 nameservers.")
  .transform((hosts) => [...new Set(hosts)]);

export const workspace = z
  .object({
    id: typeId("wsp", "ID of the workspace"),
    name: z.string(),
    language: language
      .nullable()
      .meta({ description: "The language of emails to people who haven't chosen one. Null for English." }),
    defaultNameservers: z
      .array(z.string())
      .meta({ description: "Nameservers that the panel fills in for a new registration" }),
    createdAt: timestamp,
  })
  .meta({ id: "Workspace" });
export type Workspace = z.infer<typeof workspace>;

export const workspaceCreationInput = z.strictObject({ name: displayName, ownerEmail: emailAddress });
export const workspacePatch = z
  .strictObject({
    name: displayName.optional(),
    language: language.nullable().optional(),
    defaultNameservers: defaultNameservers.optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "Enter a name, a language or nameservers.")
  .meta({ id: "WorkspacePatch" });
export type WorkspacePatch = z.infer<typeof workspacePatch>;

/** null for all domains of the workspace; otherwise the only ones that the member can see and change. */
export const domainLimit = z
  .array(domainName)
  .min(1, "Choose at least one domain.")
  .max(1000, "Enter at most 1,000 domains.")
  .transform((names) => [...new Set(names)].sort())
  .nullable()
  .meta({ description: "The only domains that the member or key can see and change. Null for all domains." });

const limitFitsRole = (input: { role?: string | undefined; domainNames?: string[] | null | undefined }) =>
  input.domainNames == null ||
  input.role === undefined ||
  (rolesWithDomainLimit as string[]).includes(input.role);
const limitMessage = {
  message: "Only the roles member and read_only can be limited to domains.",
  path: ["domainNames"],
};

export const member = z
  .object({
    id: typeId("mbr", "ID of the membership"),
    userId: typeId("usr", "ID of the user"),
    email: z.string(),
    name: z.string(),
    role: workspaceRole,
    domainNames: z.array(z.string()).nullable(),
    twoFactorEnabled: z.boolean(),
    lastSeenAt: timestamp
      .nullable()
      .meta({ description: "When the member was last active, to the hour. Null if they have no session." }),
    createdAt: timestamp,
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof member>;

export const memberParameters = z.object({ id: typeId("mbr", "ID of the membership") });
export const memberPatch = z
  .strictObject({ role: workspaceRole.optional(), domainNames: domainLimit.optional() })
  .refine(limitFitsRole, limitMessage)
  .meta({ id: "MemberPatch" });
export type MemberPatch = z.infer<typeof memberPatch>;

export const ownershipTransferInput = z
  .strictObject({ memberId: typeId("mbr", "Membership ID of the new owner") })
  .meta({ id: "OwnershipTransferInput" });

export const invitationInput = z
  .strictObject({ email: emailAddress, role: workspaceRole, domainNames: domainLimit.optional() })
  .refine(limitFitsRole, limitMessage)
  .meta({ id: "InvitationInput" });
export type InvitationInput = z.infer<typeof invitationInput>;

export const invitationStatus = z.enum(["pending", "accepted", "cancelled", "expired"]);
export const invitation = z
  .object({
    id: typeId("inv", "ID of the invitation"),
    email: z.string(),
    role: workspaceRole,
    domainNames: z.array(z.string()).nullable(),
    status: invitationStatus,
    invitedBy: z.string().meta({ description: "The name of the person who sent the invitation" }),
    createdAt: timestamp,
    sentAt: timestamp.meta({ description: "When the invitation was last emailed" }),
    expiresAt: timestamp,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;
export const invitationParameters = z.object({ id: typeId("inv", "ID of the invitation") });

/** The id and the secret of an invitation link. */
export const invitationLink = z
  .strictObject({ id: typeId("inv", "ID of the invitation"), token: linkToken })
  .meta({ id: "InvitationLink" });

export const invitationForHolder = z
  .object({
    email: z.string(),
    workspaceName: z.string(),
    invitedBy: z.string(),
    role: workspaceRole,
    domainNames: z.array(z.string()).nullable(),
    expiresAt: timestamp,
    status: invitationStatus,
    hasAccount: z
      .boolean()
      .meta({ description: "Whether the address already has an account, which must sign in" }),
  })
  .meta({ id: "InvitationForHolder" });
export type InvitationForHolder = z.infer<typeof invitationForHolder>;

/** A new user's name, and a password unless they sign in by link or provider. */
export const invitationAcceptance = z
  .strictObject({
    id: typeId("inv", "ID of the invitation"),
    token: linkToken,
    name: displayName.optional(),
    password: newPassword.optional(),
    language: language.optional(),
  })
  .meta({ id: "InvitationAcceptance" });
export type InvitationAcceptance = z.infer<typeof invitationAcceptance>;

export const profile = z
  .object({
    user,
    hasPassword: z.boolean(),
    providers: z.array(signInProvider).meta({ description: "Linked sign-in providers" }),
    backupCodesLeft: z.int().nonnegative(),
    trustedDeviceCount: z.int().nonnegative(),
    deletesAt: timestamp.nullable().meta({
      description: "When the account is deleted, since you asked for it. Null otherwise.",
    }),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof profile>;

export const profilePatch = z
  .strictObject({ name: displayName.optional(), language: language.nullable().optional() })
  .meta({ id: "ProfilePatch" });
export type ProfilePatch = z.infer<typeof profilePatch>;

export const ownSession = z
  .object({
    id: typeId("ses", "ID of the session"),
    isCurrent: z.boolean(),
    signedInBy: z
      .enum(["password", "magic_link", "google", "github", "invitation"])
      .nullable()
      .meta({ description: "How the session signed in" }),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: "When the session was last used, to the hour" }),
    expiresAt: timestamp,
  })
  .meta({ id: "OwnSession" });
export type OwnSession = z.infer<typeof ownSession>;
export const ownSessionParameters = z.object({ id: typeId("ses", "ID of the session") });

export const ownWorkspace = z
  .object({
    id: typeId("wsp", "ID of the workspace"),
    name: z.string(),
    role: workspaceRole,
    isCurrent: z.boolean(),
  })
  .meta({ id: "OwnWorkspace" });
export type OwnWorkspace = z.infer<typeof ownWorkspace>;
export const ownWorkspaceParameters = z.object({ id: typeId("wsp", "ID of the workspace") });
