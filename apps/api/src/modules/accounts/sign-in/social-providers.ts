import { github, google } from "better-auth/social-providers";
import type { Logger } from "../../../kernel/log.ts";
import type { AccountsSettings } from "../ports.ts";

// Each provider refuses new people by every setting it has. These have gaps, so the check at account creation is the
// one that counts.
const closed = { disableSignUp: true, disableImplicitSignUp: true, disableIdTokenSignIn: true };

type Asked = { user: { email?: string | null | undefined; emailVerified: boolean } };

/**
 * A provider's profile of a person. If it doesn't respond, the person returns to the panel with an error. An unverified
 * address is dropped before any lookup, so that it can't be used to probe for accounts.
 */
async function verifiedOnly<Answer extends Asked>(
  name: string,
  asked: Promise<Answer | null>,
  log: Logger,
): Promise<Answer | null> {
  let answer: Answer | null;
  try {
    answer = await asked;
  } catch (error) {
    log.warn({ err: error, provider: name }, "a sign-in provider returned no identity");
    return null;
  }
  if (!answer || answer.user.emailVerified === true) {
    return answer;
  }
  return { ...answer, user: { ...answer.user, email: null } };
}

export function socialProviders({ providers }: AccountsSettings, log: Logger) {
  const atGoogle = providers.google && google(providers.google);
  const atGithub = providers.github && github(providers.github);
  return {
    ...(providers.google && atGoogle
      ? {
          google: {
            ...providers.google,
            ...closed,
            getUserInfo: (token: Parameters<typeof atGoogle.getUserInfo>[0]) =>
              verifiedOnly("google", atGoogle.getUserInfo(token), log),
          },
        }
      : {}),
    ...(providers.github && atGithub
      ? {
          github: {
            ...providers.github,
            ...closed,
            getUserInfo: (token: Parameters<typeof atGithub.getUserInfo>[0]) =>
              verifiedOnly("github", atGithub.getUserInfo(token), log),
          },
        }
      : {}),
  };
}
