import type { MessagesOf } from "@/i18n/messages-of.ts";

export type SignInMessages = MessagesOf<"signIn">;
