"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { onTyped } from "../early-input/on-typed.ts";

/**
 * Runs a callback when no pointer is down. A press moves the focus before it is released, so an error that appears in
 * between would move the button away from under the pointer.
 */
export function useAfterPress() {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return (callback: () => void) => {
    if (isPressed.current) {
      window.addEventListener("pointerup", () => setTimeout(callback), { once: true, capture: true });
    } else {
      callback();
    }
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type ValidationResult<Output> =
  | { success: true; data: Output; error?: undefined }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };

/** The part of a zod schema that a form needs, so that a page can avoid zod. */
export type FormSchema<Output = unknown> = { safeParse: (input: unknown) => ValidationResult<Output> };

export type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } }
  ? Output
  : Schema extends FormSchema<infer Output>
    ? Output
    : never;

export type FieldError = { pointer: string; message: string };

/**
 * The state of a form with one schema. A changed field is validated from its first blur, all fields from the first
 * submit. An error from the API stays at its field until the field changes.
 *
 * @param toInput converts the field values to the schema's input
 * @param isSentWithErrors for an API that also finds errors that the schema can't: it returns them all together
 */
export function useForm<Values extends Record<string, unknown>, Schema extends FormSchema>(options: {
  initial: Values;
  schema: Schema;
  toInput?: (values: Values) => unknown;
  isSentWithErrors?: boolean;
}) {
  const { initial, schema, toInput = (values) => values, isSentWithErrors = false } = options;
  const [values, setValues] = useState(initial);
  const [followed, setFollowed] = useState(initial);
  // An unedited form follows changes of its record.
  if (!isSame(followed, initial)) {
    setFollowed(initial);
    if (isSame(values, followed)) {
      setValues(initial);
    }
  }
  const [validatedFields, setValidatedFields] = useState<ReadonlySet<keyof Values>>(new Set());
  const [serverErrors, setServerErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const formRef = useRef<HTMLFormElement>(null);
  const afterPress = useAfterPress();
  const result = schema.safeParse(toInput(values));

  const own = (field: keyof Values) =>
    validatedFields.has(field)
      ? result.error?.issues.find((issue) => issue.path[0] === field)?.message
      : undefined;

  const set = <Field extends keyof Values>(field: Field, value: Values[Field]) => {
    setValues((before) => ({ ...before, [field]: value }));
    setServerErrors(({ [field]: _, ...others }) => others as Partial<Record<keyof Values, string>>);
  };

  const validateAll = () => setValidatedFields(new Set(Object.keys(values)));

  const focusFirstError = () =>
    formRef.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true] input")?.focus();

  return {
    formRef,
    values,
    /** Whether leaving would discard something typed. */
    isDirty: !isSame(values, initial),
    set,
    parsed: result.success ? (result.data as OutputOf<Schema>) : undefined,
    error: (field: keyof Values) => serverErrors[field] ?? own(field),
    validateField: (field: keyof Values) => setValidatedFields((before) => new Set(before).add(field)),
    text: <Field extends keyof Values>(field: Field) => ({
      name: String(field),
      value: values[field] as string,
      ...onTyped((typed) => set(field, typed as Values[Field])),
      onBlur: () => {
        if (values[field] !== initial[field]) {
          afterPress(() => setValidatedFields((before) => new Set(before).add(field)));
        }
      },
      error: serverErrors[field] ?? own(field),
      // Password fields don't set this themselves.
      "aria-invalid": (serverErrors[field] ?? own(field)) ? (true as const) : undefined,
    }),
    submit: (send: (output: OutputOf<Schema>) => void) => (event: FormEvent) => {
      event.preventDefault();
      if (isSentWithErrors && !result.success) {
        // The errors appear with the response. Shown earlier, one might be fixed while the response moves the focus.
        send(toInput(values) as OutputOf<Schema>);
        return;
      }
      flushSync(validateAll);
      if (result.success) {
        send(result.data as OutputOf<Schema>);
      } else {
        focusFirstError();
      }
    },
    /** Shows each error at its field. Returns the ones without a field. */
    showServerErrors: (errors: FieldError[]): FieldError[] => {
      const placed: Partial<Record<keyof Values, string>> = {};
      const unplacedErrors = errors.filter(({ pointer, message }) => {
        const field = pointer.split("/").find((part) => part in values);
        if (field) {
          placed[field as keyof Values] ??= message;
        }
        return field === undefined;
      });
      flushSync(() => {
        setServerErrors(placed);
        validateAll();
      });
      focusFirstError();
      return unplacedErrors;
    },
    reset: () => {
      setValues(initial);
      setValidatedFields(new Set());
      setServerErrors({});
    },
  };
}
