import { z } from "zod";

export const problemFieldError = z
  .object({
    pointer: z
      .string()
      .meta({ description: "JSON Pointer into the body, or /query/<name>", examples: ["/keyTag"] }),
    message: z.string().meta({ examples: ["must be a whole number from 0 to 65535"] }),
  })
  .meta({ id: "ProblemFieldError" });

/** RFC 9457 problem details, with our `code`, `requestId` and, for bad input, one entry a field. */
export const problem = z
  .object({
    type: z.string().meta({ description: "A page of the documentation about this problem" }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    code: z.string().meta({ description: "Stable, for programs to branch on", examples: ["invalid_input"] }),
    requestId: z.string(),
    errors: z.array(problemFieldError).optional(),
  })
  .meta({ id: "Problem", description: "RFC 9457 problem details" });
export type Problem = z.infer<typeof problem>;
