import { z } from "zod";
import { emailAddress } from "../email-address.ts";
import { language } from "../language.ts";
import { withoutSpaces } from "../pasted.ts";
import { newPasswordOf, timestamp, typeId } from "../primitives.ts";
import { workspaceRoles } from "../vocabulary.ts";

export { displayName as personName } from "../lines.ts";
export { workspaceRoles } from "../vocabulary.ts";

const callbackURL = z
  .string()
  .max(2048)
  .optional()
  .meta({ description: "Where to redirect afterward: a URL or path of the panel" });

/** An existing password, entered to sign in or confirm. For a new one see {@link newPassword}. */
const typedPassword = z.string().min(1, "Enter your password.").max(1024, "Use at most 1,024 characters.");

export const newPassword = newPasswordOf(1024);

export const signInEmailInput = z
  .strictObject({ email: emailAddress, password: typedPassword, callbackURL })
  .meta({ id: "SignInEmailInput" });

export const magicLinkSendInput = z
  .strictObject({ email: emailAddress, callbackURL })
  .meta({ id: "MagicLinkSendInput" });

export const signInProviders = ["google", "github"] as const;
export const signInProvider = z.enum(signInProviders);
export type SignInProvider = z.infer<typeof signInProvider>;
export const signInProviderList = z
  .object({
    providers: z
      .array(signInProvider)
      .meta({ description: "The sign-in providers configured on this installation" }),
  })
  .meta({ id: "SignInProviderList" });
export const signInSocialInput = z
  .strictObject({ provider: signInProvider, callbackURL })
  .meta({ id: "SignInSocialInput" });

export const workspaceRole = z.enum(workspaceRoles);
export type WorkspaceRole = z.infer<typeof workspaceRole>;

export const user = z
  .object({
    id: typeId("usr", "ID of the user"),
    email: z.string(),
    name: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    language: language
      .nullable()
      .meta({ description: "Language of emails to this person. Null means English." }),
    twoFactorEnabled: z.boolean(),
  })
  .meta({ id: "User" });

export const session = z
  .object({
    id: typeId("ses", "ID of the session"),
    createdAt: timestamp,
    expiresAt: timestamp,
    confirmedAt: timestamp.meta({ description: "When the person last confirmed their identity" }),
    workspaceId: typeId("wsp", "ID of the session's current workspace").nullable(),
    workspaceName: z.string().nullable(),
    role: workspaceRole.nullable(),
    domainNames: z
      .array(z.string())
      .nullable()
      .meta({ description: "The only domains this person can see in the workspace. Null for all domains." }),
    accountDeletesAt: timestamp.nullable().meta({
      description: "When the person's account is deleted, since they asked for it. Null otherwise.",
    }),
  })
  .meta({ id: "Session" });

export const currentSession = z.object({ user, session }).meta({ id: "CurrentSession" });
export type CurrentSession = z.infer<typeof currentSession>;

export const signInResult = z
  .object({
    redirect: z.boolean(),
    url: z.string().optional().meta({
      description:
        "The provider's page, or the panel's page that a sign-in link was requested for. Two-factor authentication comes first, if it is required.",
    }),
    twoFactorRedirect: z.boolean().optional().meta({
      description: "True if two-factor authentication is required. The panel continues at /auth/2fa-verify.",
    }),
    user: user.optional(),
  })
  .meta({ id: "SignInResult" });
export type SignInResult = z.infer<typeof signInResult>;

export const acknowledgement = z.object({ status: z.boolean() }).meta({ id: "Acknowledgement" });
export const signOutResult = z.object({ success: z.boolean() }).meta({ id: "SignOutResult" });

/** Six digits, which users may enter in groups. */
const sixDigits = (message: string) =>
  z
    .string()
    .transform((value) => withoutSpaces(value).replace(/-/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, message));

/** RFC 6238. */
export const totpCode = sixDigits("Enter the six digits from your authenticator app.").meta({
  description: "Six-digit code from the authenticator app",
  examples: ["492039"],
});

export const backupCode = z
  .string()
  .transform((value) => withoutSpaces(value).replace(/-/g, "").toLowerCase())
  .pipe(z.string().regex(/^[a-z2-7]{16}$/, "Enter a backup code of 16 letters and digits."))
  .meta({ description: "A backup code. Each works once.", examples: ["k3vt-2m8q-4f7x-b5cd"] });

const trustDevice = z
  .boolean()
  .optional()
  .meta({ description: "Skip two-factor authentication in this browser for 30 days" });

export const totpVerificationInput = z
  .strictObject({ code: totpCode, trustDevice })
  .meta({ id: "TotpVerificationInput" });
export const backupCodeVerificationInput = z
  .strictObject({ code: backupCode, trustDevice })
  .meta({ id: "BackupCodeVerificationInput" });

export const secondFactorConfirmationInput = z
  .strictObject({ code: totpCode })
  .meta({ id: "SecondFactorConfirmationInput" });

/** Also takes a backup code, for users who have lost their authenticator. */
export const secondFactorRemovalInput = z
  .strictObject({
    code: z.union([totpCode, backupCode], {
      error: "Enter the six digits from your authenticator app, or a backup code.",
    }),
  })
  .meta({ id: "SecondFactorRemovalInput" });

export const secondFactorEnrolment = z
  .object({
    totpUri: z.string().meta({ description: "otpauth:// URI to show as a QR code" }),
    secret: z.string().meta({ description: "The secret in base32, for typing by hand" }),
  })
  .meta({ id: "SecondFactorEnrolment" });

export const backupCodesOnce = z
  .object({ backupCodes: z.array(z.string()).meta({ description: "Returned only in this response" }) })
  .meta({ id: "BackupCodes" });

/** A confirmation of the user's identity: a code if they have a second factor, otherwise the password. */
export const stepUpInput = z
  .strictObject({ password: typedPassword.optional(), code: totpCode.optional() })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    message: "Send either a password or a code.",
  })
  .meta({ id: "StepUpInput" });

export const passwordChangeInput = z
  .strictObject({ currentPassword: typedPassword.optional(), newPassword })
  .meta({ id: "PasswordChangeInput" });

export const passwordResetRequestInput = z
  .strictObject({ email: emailAddress })
  .meta({ id: "PasswordResetRequestInput" });

/** The token of a mailed link. */
export const linkToken = z.string().min(20, "Send the token from the link.").max(200);

export const magicLinkRedeemInput = z.strictObject({ token: linkToken }).meta({ id: "MagicLinkRedeemInput" });

export const signInCodeInput = z
  .strictObject({
    email: emailAddress,
    code: sixDigits("Enter the six digits from the email.").meta({
      description: "Six-digit code from the email",
      examples: ["492039"],
    }),
  })
  .meta({ id: "SignInCodeInput" });

export const passwordResetInput = z
  .strictObject({ token: linkToken, newPassword })
  .meta({ id: "PasswordResetInput" });

export const emailChangeInput = z.strictObject({ newEmail: emailAddress }).meta({ id: "EmailChangeInput" });
export const emailChangeConfirmationInput = z
  .strictObject({ token: linkToken })
  .meta({ id: "EmailChangeConfirmationInput" });
