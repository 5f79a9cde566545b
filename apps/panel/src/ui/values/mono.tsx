import { CopyButton } from "./copy-button.tsx";
import classes from "./mono.module.css";

/** A name, ID, digest or record in monospace, complete, with a copy button. */
export function Mono({ children, label, copy = true }: { children: string; label: string; copy?: boolean }) {
  return (
    <span className={classes.mono}>
      <code>{children}</code>
      {copy ? <CopyButton value={children} label={label} /> : null}
    </span>
  );
}

/** The same as a block, for long text: records, secrets, snippets. */
export function MonoBlock({
  children,
  label,
  wrap = "anywhere",
  onCopied,
}: {
  children: string;
  label: string;
  wrap?: "anywhere" | "never";
  /** Called when it was copied, with the button or by hand. */
  onCopied?: (() => void) | undefined;
}) {
  return (
    <div className={classes.block}>
      <pre data-wrap={wrap} tabIndex={wrap === "never" ? 0 : undefined} onCopy={onCopied}>
        {children}
      </pre>
      <div className={classes.copy}>
        <CopyButton value={children} label={label} onCopied={onCopied} />
      </div>
    </div>
  );
}
