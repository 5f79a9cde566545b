"use client";
import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useBasicMessages } from "./basic-messages.tsx";
import { PlainButton } from "./button.tsx";
import classes from "./plain.module.css";

/** An error, its consequence and the next step, with the request ID to quote to support. */
export function PlainProblem(props: {
  title: string;
  detail?: string | undefined;
  requestId?: string | undefined;
  onRetry?: () => void;
}) {
  const { title, detail, requestId, onRetry } = props;
  const words = useBasicMessages();
  return (
    <div role="alert" className={classes.problem}>
      <IconAlertTriangle size={20} aria-hidden />
      <p className={classes.problemTitle}>{title}</p>
      <div className={classes.problemBody}>
        {detail}
        {requestId ? (
          <span className={classes.requestId}>
            {words.requestId} <code>{requestId}</code> <CopyRequestId requestId={requestId} />
          </span>
        ) : null}
        {onRetry ? (
          <PlainButton look="default" size="xs" onClick={onRetry}>
            {words.retry}
          </PlainButton>
        ) : null}
      </div>
    </div>
  );
}

function CopyRequestId({ requestId }: { requestId: string }) {
  const words = useBasicMessages();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(requestId);
    setIsCopied(true);
  };
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        aria-label={words.copyRequestId}
        title={words.copyRequestId}
        onClick={() => void copy()}
      >
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </button>
      <span role="status" className={classes.spoken}>
        {isCopied ? words.requestIdCopied : ""}
      </span>
    </>
  );
}
