import type { ComponentChildren, JSX } from 'preact';
import type { operations } from '@voice-agent-platform/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { may } from './api.ts';
import { useAction } from './hooks.ts';
import { Dialog, Fault } from './parts.tsx';
import { texts } from './texts.ts';

interface FormProps {
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function Form({ onSubmit, children, class: name }: FormProps): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class={name ?? 'form'} onSubmit={submit}>
      {children}
    </form>
  );
}

interface ButtonsProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly close: () => void;
  readonly isDangerous?: boolean;
}

/** Does what a form is for, or leaves it. */
export const Buttons = ({ submit, isBusy, close, isDangerous }: ButtonsProps): JSX.Element => (
  <div class="buttons">
    <button class={isDangerous ? 'danger' : 'main'} type="submit" disabled={isBusy}>
      {submit}
    </button>
    <button type="button" onClick={close}>
      {texts.cancel}
    </button>
  </div>
);

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isNumber?: boolean;
  readonly type?: 'datetime-local';
  /** More than one: a text of lines. */
  readonly rows?: number;
  readonly isOptional?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
}

/** A field with its label. What is typed is its owner's, who keeps it until the server has taken it. */
export function Field({
  label,
  onInput,
  isOptional,
  isNumber,
  rows,
  ...rest
}: FieldProps): JSX.Element {
  const common = {
    ...rest,
    required: isOptional !== true,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onInput(currentTarget.value),
  };
  return (
    <label>
      {label}
      {rows === undefined ? (
        <input
          {...(isNumber && { inputMode: 'numeric', pattern: '[0-9]+', title: texts.digits })}
          {...common}
        />
      ) : (
        <textarea rows={rows} {...common} />
      )}
    </label>
  );
}

type FindProps = Pick<FieldProps, 'label' | 'placeholder' | 'value' | 'onInput'>;

/** A field that filters a list. */
export const Find = ({ label, onInput, ...rest }: FindProps): JSX.Element => (
  <input
    type="search"
    aria-label={label}
    {...rest}
    onInput={({ currentTarget }) => onInput(currentTarget.value)}
  />
);

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onInput: (value: string) => void;
  readonly isDisabled?: boolean;
}

export const Choice = ({ label, value, options, onInput, isDisabled }: ChoiceProps) => (
  <label>
    {label}
    <select
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onInput(currentTarget.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

interface ActProps<R> {
  /** Whether the role may call it decides whether it is there. */
  readonly operation: keyof operations;
  readonly label: string;
  readonly act: () => Promise<R>;
  readonly done?: (answer: R) => void;
  /** What must be confirmed, or filled in, before: without it a click is enough. */
  readonly children?: ComponentChildren;
  readonly isDangerous?: boolean;
  readonly isMain?: boolean;
  readonly isDisabled?: boolean;
}

/** A button for one operation, which asks in a dialog where it has something to ask. */
export function Act<R>({
  operation,
  label,
  act,
  done,
  children,
  isDangerous,
  isMain,
  isDisabled,
}: ActProps<R>): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  const { run, isRunning, error } = useAction(act, (answer) => {
    setOpen(false);
    done?.(answer);
  });
  if (!may(operation)) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        type="button"
        class={isDangerous ? 'danger' : isMain ? 'main' : undefined}
        disabled={isDisabled === true || isRunning}
        onClick={() => (children ? setOpen(true) : run())}
      >
        {label}
      </button>
      {!children && <Fault error={error} />}
      {isOpen && (
        <Dialog title={label} onClose={close}>
          <Form onSubmit={run}>
            {children}
            <Fault error={error} />
            <Buttons
              submit={label}
              isBusy={isRunning}
              close={close}
              isDangerous={isDangerous === true}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}

interface ReasonFormProps {
  readonly label: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onSubmit: (reason: string) => unknown;
  readonly onCancel: () => void;
}

/** Asks for the reason of what cannot be undone. Escape leaves it. */
export function ReasonForm({
  label,
  submit,
  isBusy,
  onSubmit,
  onCancel,
}: ReasonFormProps): JSX.Element {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // At once: the next key is a letter of the reason and no command.
  useLayoutEffect(() => field.current?.focus(), []);
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <Form onSubmit={() => onSubmit(reason)}>
      <label>
        {label}
        <input
          ref={field}
          required
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
          onKeyDown={leave}
        />
      </label>
      <Buttons submit={submit} isBusy={isBusy} close={onCancel} />
    </Form>
  );
}
