import { givenProfile } from '../../voice/given.ts';
import { givenEndedRun } from '../../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import type { Member } from '../organizations.ts';
import type { Parameters } from './parameters.ts';

export const workflow = async (owner: Member): Promise<Parameters> => ({
  workflow_id: (await givenWorkflow(owner)).id,
  version_number: 1,
});

export const run = async (owner: Member): Promise<Parameters> => {
  const made = await givenWorkflow(owner);
  return { workflow_id: made.id, run_id: await givenRun(owner, made) };
};

/** A run whose workflow names a voice. */
export const spokenRun = async (owner: Member): Promise<Parameters> => {
  const voice_profile_id = await givenProfile(owner);
  const workflow_configurations = JSON.stringify({ voice_profile_id });
  const made = await givenWorkflow(owner, { workflow_configurations });
  return { run_id: await givenRun(owner, made) };
};

let instructionNumber = 0;

/** Its number within the run is none that another run has. */
export const instruction = async (owner: Member): Promise<Parameters> => {
  const { server, organization_id, user_id } = owner;
  const { run_id = 0, ...given } = await run(owner);
  const instruction_number = 1 + (instructionNumber++ % 100);
  await server.app.db
    .insertInto('run_instructions')
    .values({
      organization_id,
      run_id: Number(run_id),
      instruction_number,
      text: 'Offer 10 %.',
      user_id,
      created_at: server.app.now(),
    })
    .execute();
  return { ...given, run_id, instruction_number };
};

export const endedRun = async (owner: Member): Promise<Parameters> => ({
  run_id: await givenEndedRun(owner),
});

export const textRun = async (owner: Member): Promise<Parameters> => {
  const made = await givenWorkflow(owner);
  return {
    workflow_id: made.id,
    run_id: (await owner.post(`${made.path}/runs`, { mode: 'text' })).body.id,
  };
};

export const testCase = async (owner: Member): Promise<Parameters> => {
  const made = await givenWorkflow(owner);
  const body = { name: 'Ada confirms', turns: [{}] };
  const { id } = (await owner.post(`${made.path}/test-cases`, body)).body;
  return { workflow_id: made.id, test_case_id: id };
};
