import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { loadContract } from '../../src/http/operations.ts';

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into events of every kind.
  readonly data: any;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'contract', components: loadContract().document.components });

/** Throws if the data does not match the schema of the contract. */
export function mustMatch(schema: string, data: unknown): void {
  if (!ajv.validate(`contract#/components/schemas/${schema}`, data))
    throw new Error(`This is no ${schema}: ${ajv.errorsText()}\n${JSON.stringify(data)}`);
}

/** Parses server-sent events. Throws if an event's data does not match its schema. */
export function eventsIn(text: string, schema: string): StreamedEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id:'))
    .map((block) => {
      const field = (name: string): string =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      const data = JSON.parse(field('data'));
      mustMatch(schema, data);
      if ((data.type ?? data.event) !== field('event'))
        throw new Error(`The event's name and its data differ:\n${block}`);
      return { id: field('id'), event: field('event'), data };
    });
}
