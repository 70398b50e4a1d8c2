/** Reads server-sent events as their bytes arrive: WHATWG HTML, section 9.2. Takes time in proportion to the bytes. */
export interface EventReader {
  /** The data of the events that these bytes complete, of type `message`. */
  readonly push: (chunk: Uint8Array) => string[];
}

export function createEventReader(): EventReader {
  const decoder = new TextDecoder();
  let line: string[] = [];
  let data: string[] = [];
  let type = '';
  let isAfterReturn = false;
  const read = (text: string, found: string[]): void => {
    if (text === '') {
      if (data.length > 0 && (type === '' || type === 'message')) found.push(data.join('\n'));
      data = [];
      type = '';
      return;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
  };
  return {
    push(chunk) {
      const found: string[] = [];
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return found;
      // A pair of return and line feed that two chunks share ends one line.
      if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
      isAfterReturn = text === '' ? false : text.endsWith('\r');
      const [first = '', ...others] = text.split(/\r\n|\r|\n/);
      line.push(first);
      for (const next of others) {
        read(line.join(''), found);
        line = [next];
      }
      return found;
    },
  };
}
