/** Whether one of the values that are sent differs from the present one. */
export const changes = <Row extends object>(row: Row, sent: Partial<Row>): boolean =>
  Object.entries(sent).some(([name, value]) => row[name as keyof Row] !== value);
