// Preloaded into a server's process: makes an event emitter's callback throw, or a promise reject without a handler.
const failure = (): Error =>
  Object.assign(new Error('thrown on purpose', { cause: new Error('its cause') }), {
    detail: 'Failing row contains (+12025550123).',
  });
process.on('SIGUSR2', () => {
  throw failure();
});
process.on('SIGWINCH', () => void Promise.reject(failure()));
