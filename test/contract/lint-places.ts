/** A member of the contract and its replacement; without a value the member is removed. */
export type Edit = readonly [path: readonly (string | number)[], value?: unknown];
export type Case = readonly [rule: string, fault: string, edit: Edit, ...further: Edit[]];

export const list = ['paths', '/api/v1/things', 'get'];
export const pages = ['paths', '/api/v1/lids', 'get'];
export const page = ['components', 'schemas', 'LidPage'];
export const listed = [...list, 'responses', '200'];
export const listedBody = [...listed, 'content', 'application/json'];
export const archive = ['paths', '/api/v1/things/{thing_id}/archive', 'post'];
export const archiveBody = [...archive, 'requestBody', 'content', 'application/json'];
export const got = ['paths', '/api/v1/things/{thing_id}', 'get'];
export const deletion = ['paths', '/api/v1/things/{thing_id}', 'delete'];
export const sample = ['paths', '/api/v1/things/{thing_id}/sample', 'put'];
export const shared = ['components', 'responses'];
export const id = ['components', 'schemas', 'Id'];
export const thing = ['components', 'schemas', 'Thing'];
export const member = [...thing, 'properties'];
export const request = ['components', 'schemas', 'ArchiveRequest'];
export const field = [...request, 'properties'];
export const schema = (name: string) => ['components', 'schemas', name];
