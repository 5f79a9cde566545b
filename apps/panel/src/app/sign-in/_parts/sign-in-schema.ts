import type { FormSchema } from "@/ui/form/use-form.ts";

type Fields = { email: string; password: string };

/** Zod's own pattern. The API validates again. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Validates the sign-in form without zod. Without `passwordMissing`, the password is optional. */
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
