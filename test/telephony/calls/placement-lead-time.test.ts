import { expect, test } from 'vitest';
import { createPlacementLeadTime } from '../../../src/telephony/calls/placement-lead-time.ts';

test('A lead grows with the time that calls take at the gate, up to a second, and shrinks again', () => {
  const lead = createPlacementLeadTime();
  const atFirst = lead.ms();
  lead.took(200);
  const afterSlow = lead.ms();
  lead.took(60_000);
  const afterOutage = lead.ms();
  for (let calls = 0; calls < 50; calls++) lead.took(1);

  expect([atFirst, afterSlow, afterOutage]).toEqual([50, 450, 1000]);
  expect(lead.ms()).toBeLessThan(100);
});
