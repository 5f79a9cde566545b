import { normalizeEmailAddress } from "@zonepost/schema";
import type { FormSchema } from "@/ui/form/use-form.ts";

type Fields = { email: string; password: string };

/** Validates the sign-in form without zod. Without `passwordMissing`, the password is optional. */
export function signInSchema(words: { passwordMissing: string | undefined }): FormSchema<Fields> {
  return {
    safeParse: (input) => {
      const { email, password } = input as Fields;
      const read = normalizeEmailAddress(email);
      const issues = [
        ...(read.ok ? [] : [{ path: ["email"], message: read.message }]),
        ...(words.passwordMissing !== undefined && password === ""
          ? [{ path: ["password"], message: words.passwordMissing }]
          : []),
      ];
      return read.ok && issues.length === 0
        ? { success: true, data: { email: read.address, password } }
        : { success: false, error: { issues } };
    },
  };
}
