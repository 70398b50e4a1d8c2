import { callAuthorities } from './call-authorities.ts';
import { completeResponses } from './complete-responses.ts';
import * as generators from './generators.ts';
import { lists } from './lists.ts';
import { names } from './names.ts';
import * as operations from './operations.ts';
import { linearPatterns } from './patterns.ts';
import { deprecations } from './deprecations.ts';
import { pathVerbs } from './path-verbs.ts';
import { preconditions } from './preconditions.ts';
import { protections } from './protections.ts';
import * as schemas from './schemas.ts';
import { audiences, tagGroups } from './tags.ts';
import { describedProperties, descriptionLengths } from './texts.ts';

/** The house rules that the linter has no rule for; `redocly.yaml` switches and parameterises them. */
export default function house() {
  return {
    id: 'house',
    preprocessors: { oas3: { 'complete-responses': completeResponses } },
    rules: {
      oas3: {
        scopes: operations.scopes,
        roles: operations.roles,
        'one-success': operations.oneSuccess,
        statuses: operations.statuses,
        'problem-codes': operations.problemCodes,
        'idempotency-key': operations.idempotencyKey,
        deprecations,
        lists,
        'path-verbs': pathVerbs,
        'tag-groups': tagGroups,
        audiences,
        preconditions,
        protections,
        'call-authorities': callAuthorities,
        'no-boolean-schemas': schemas.noBooleanSchemas,
        names,
        'id-bounds': schemas.idBounds,
        'integer-formats': schemas.integerFormats,
        'request-objects-closed': schemas.requestObjectsClosed,
        'request-strings-bounded': schemas.requestStringsBounded,
        'request-arrays-bounded': schemas.requestArraysBounded,
        'request-objects-bounded': schemas.requestObjectsBounded,
        'response-arrays-bounded': schemas.responseArraysBounded,
        'named-schemas': generators.namedSchemas,
        'plain-names': generators.plainNames,
        'derived-names': generators.derivedNames,
        'form-fields': generators.formFields,
        'distinct-names': generators.distinctNames,
        'plain-references': generators.plainReferences,
        'file-lengths': generators.fileLengths,
        nulls: generators.nulls,
        'discriminated-unions': generators.discriminatedUnions,
        'binary-bodies': generators.binaryBodies,
        'stream-data': generators.streamData,
        'linear-patterns': linearPatterns,
        'response-properties-required': schemas.responsePropertiesRequired,
        'description-lengths': descriptionLengths,
        'described-properties': describedProperties,
      },
    },
  };
}
