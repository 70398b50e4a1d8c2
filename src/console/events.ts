import type { StreamEvent } from '@voice-agent-platform/client';
import { useEffect, useRef } from 'preact/hooks';

type Event = StreamEvent<'/api/v1/events/stream'>;

const listeners = new Set<(event: Event) => void>();

/** Hands on an event of the organization's stream, which the whole console shares. */
export const emit = (event: Event): void => listeners.forEach((listener) => listener(event));

export function useEvents(listener: (event: Event) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const hear = (event: Event): void => latest.current(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, []);
}
