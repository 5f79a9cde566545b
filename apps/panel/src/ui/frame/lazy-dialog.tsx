"use client";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";

type Openable = { opened: boolean };

/**
 * A dialog or drawer that is loaded when it first opens. It mounts closed and then opens, because a dialog only returns
 * the focus if it was opened after mounting.
 */
export function lazyDialog<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => {
    const Dialog = await load();
    return {
      default: function LoadedDialog(props: Props) {
        const [isMounted, setIsMounted] = useState(false);
        useEffect(() => setIsMounted(true), []);
        return <Dialog {...props} opened={props.opened && isMounted} />;
      },
    };
  });
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) {
      setWasOpened(true);
    }
    return wasOpened ? (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
}
