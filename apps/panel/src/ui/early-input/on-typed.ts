/** Props of a field: `change` gets its text after each change, also if it was typed before React hydrated the field. */
export const onTyped = (change: (typed: string) => void) => ({
  ref: (field: HTMLElement | null) => {
    const typed = field ? window.typedEarly?.get(field) : undefined;
    if (field && typed !== undefined) {
      window.typedEarly?.delete(field);
      change(typed);
    }
  },
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value),
});
