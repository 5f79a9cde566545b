"use client";
import {
  type ComponentType,
  createElement,
  type ReactElement,
  type Ref,
  useEffect,
  useRef,
  useState,
} from "react";

export type TargetProps = {
  ref?: Ref<HTMLButtonElement>;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

/** A menu below `target`, initially open. */
export type LoadedMenu<Props> = ComponentType<Props & { target: (props: TargetProps) => ReactElement }>;

/** Renders only the menu's button. The menu and its positioning library load on hover or focus. */
export function LazyMenu<Props extends object>(props: {
  load: () => Promise<LoadedMenu<Props>>;
  menu: Props;
  target: (props: TargetProps) => ReactElement;
}) {
  const { load, menu, target } = props;
  const [Loaded, setLoaded] = useState<LoadedMenu<Props>>();
  const preload = () => void load();
  const open = async () => {
    const component = await load();
    setLoaded(() => component);
  };
  return Loaded
    ? createElement(Loaded, { ...menu, target })
    : target({
        "aria-haspopup": "menu",
        "aria-expanded": false,
        onClick: () => void open(),
        onPointerEnter: preload,
        onFocus: preload,
      });
}

/** Opens a menu after it mounts. Its button gets the focus first, so that closing returns it there. */
export function useOpenOnMount() {
  const [opened, setOpened] = useState(false);
  const targetRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    targetRef.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { targetRef, menu: { opened, onChange: setOpened } };
}
