import { github, google } from "better-auth/social-providers";
import type { Logger } from "../../../kernel/log.ts";
import type { AccountsSettings } from "../ports.ts";

// Each provider refuses new people by every switch it has; they leak, so the guard where a person is made counts.
const closed = { disableSignUp: true, disableImplicitSignUp: true, disableIdTokenSignIn: true };

type Asked = { user: { email?: string | null | undefined; emailVerified: boolean } };

/**
 * A provider's data about a person. If it does not respond, the person is redirected back with that
 * instead of standing before a failure. An address that is not verified there counts as none before anyone here is
 * looked up by it, so that no one can probe for known addresses.
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
    log.warn({ err: error, provider: name }, "a sign-in provider did not say who a person is");
    return null;
  }
  if (!answer || answer.user.emailVerified === true) {
    return answer;
  }
  return { ...answer, user: { ...answer.user, email: null } };
}

/** The providers that this installation has a client at, as better-auth takes them. */
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
