import type { FormSchema } from "@/ui/form/use-form.ts";

type Fields = { email: string; password: string };

/** Zod's own. The API judges again. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Judges the sign-in form without zod. Without `passwordMissing`, no password is wanted. */
export function signInSchema(words: {
  emailInvalid: string;
  passwordMissing: string | undefined;
}): FormSchema<Fields> {
  return {
    safeParse: (input) => {
      const { email, password } = input as Fields;
      const data = { email: email.trim(), password };
      const issues = [
        ...(data.email.length > 254 || !emailPattern.test(data.email)
          ? [{ path: ["email"], message: words.emailInvalid }]
          : []),
        ...(words.passwordMissing !== undefined && password === ""
          ? [{ path: ["password"], message: words.passwordMissing }]
          : []),
      ];
      return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
    },
  };
}
