import type { components } from '../../../generated/api.ts';
import type { Fault } from '../../errors.ts';

type Schemas = components['schemas'];
type VoiceType = Schemas['VoiceType'];

/** The members that only one type of voice has. */
interface Origin {
  readonly voice_type: VoiceType;
  readonly preset_engine: string | null;
  readonly preset_voice_id: string | null;
  readonly design_prompt: string | null;
}

const membersOf = {
  cloned: [],
  preset: ['preset_engine', 'preset_voice_id'],
  designed: ['design_prompt'],
} as const satisfies Record<VoiceType, readonly (keyof Origin)[]>;

const ownMembers = ['preset_engine', 'preset_voice_id', 'design_prompt'] as const;

/** Where a voice comes from after a request; the members of a type that it leaves are gone. */
export function originOf(former: Origin, sent: Partial<Origin>): Origin {
  const { voice_type = former.voice_type } = sent;
  const { preset_engine, preset_voice_id, design_prompt } =
    voice_type === former.voice_type ? former : unsaidOrigin;
  return {
    voice_type,
    preset_engine: sent.preset_engine === undefined ? preset_engine : sent.preset_engine,
    preset_voice_id: sent.preset_voice_id === undefined ? preset_voice_id : sent.preset_voice_id,
    design_prompt: sent.design_prompt === undefined ? design_prompt : sent.design_prompt,
  };
}

/** The origin of a voice of which nothing is said. */
export const unsaidOrigin: Origin = {
  voice_type: 'cloned',
  preset_engine: null,
  preset_voice_id: null,
  design_prompt: null,
};

/** Members that the voice's type needs or does not have. */
export function originFaults(origin: Origin): Fault[] {
  const { voice_type } = origin;
  const own: readonly string[] = membersOf[voice_type];
  return ownMembers.flatMap((name) => {
    const [isOwn, isThere] = [own.includes(name), origin[name] !== null];
    if (isOwn === isThere) return [];
    const msg = isOwn
      ? `A ${voice_type} voice needs \`${name}\`.`
      : `A ${voice_type} voice has no \`${name}\`; leave it out, or send another \`voice_type\`.`;
    return [{ loc: ['body', name], msg, type: 'value_error', input: origin[name], ctx: {} }];
  });
}
