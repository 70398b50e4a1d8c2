#!/bin/sh
# What an application does first, against a running demo: a workflow, a call, and a receiver of the call's two events.
set -eu
cd "$(dirname "$0")"
API=${API:-http://127.0.0.1:3000/api/v1}
export RECEIVER_PORT="${RECEIVER_PORT:-8787}"

ask() { # ask METHOD PATH [BODY [HEADER]]
  STATUS=$(curl -sS -X "$1" "$API/$2" -H "authorization: Bearer ${TOKEN:-}" -H "${4:-accept: application/json}" \
    ${3:+-H 'content-type: application/json' -d "$3"} -o "$ANSWER" -w '%{http_code}') || {
    echo "Is the demo running? Start it with \"${START:-make start}\" in another terminal." >&2
    exit 1
  }
  case $STATUS in 2*) ;; *) cat "$ANSWER" >&2 && exit 1 ;; esac
}
answered() { node -p "JSON.parse(fs.readFileSync('$ANSWER'))$1"; }

ANSWER=$(mktemp)
trap 'exit 130' INT TERM
trap 'rm -f "$ANSWER"' EXIT

# Before anything is created; the receiver of the README listens there too.
node -e "
  process.on('uncaughtException', ({ message }) => {
    console.error('The receiver cannot listen. Set RECEIVER_PORT to a free port, or stop what listens there: ' + message);
    process.exit(1);
  });
  net.createServer().listen({ port: process.env.RECEIVER_PORT, host: '127.0.0.1' }, () => process.exit());
"

echo 'Logging in as the demo user.'
ask POST auth/login '{"email":"demo@example.com","password":"demo-password"}'
TOKEN=$(answered .access_token)

echo 'Creating a workflow and publishing it.'
ask POST workflow '{
  "name": "First call",
  "workflow_definition": {
    "nodes": [
      { "id": "hello", "type": "startCall", "data": { "prompt": "Greet {{first_name}} and ask whether the call may be recorded." } },
      { "id": "bye", "type": "endCall", "data": { "prompt": "Thank them and say goodbye." } }
    ],
    "edges": [{ "id": "on", "source": "hello", "target": "bye", "data": { "label": "answered", "condition": "They have answered." } }]
  }
}'
WORKFLOW=$(answered .id)
ask POST "workflow/$WORKFLOW/publish"

echo 'Registering a webhook endpoint, whose secret this answer alone shows, and listening there.'
ask POST webhooks/endpoints "{\"url\":\"http://127.0.0.1:$RECEIVER_PORT/\",\"description\":\"First call\"}"
ENDPOINT=$(answered .id)
SECRET=$(answered .secret)
RECEIVED=$(mktemp)
WEBHOOK_SECRET=$SECRET node receiver.mjs > "$RECEIVED" &
RECEIVER=$!
# The workflow and its call stay.
trap 'kill $RECEIVER 2>/dev/null || :; ask DELETE "webhooks/endpoints/$ENDPOINT"; rm -f "$ANSWER" "$RECEIVED"' EXIT

echo 'Calling +1 202-555-0185; on the simulated network it answers and gives consent.'
ask POST telephony/initiate-call "{
  \"workflow_id\": $WORKFLOW, \"to_number\": \"+1 202-555-0185\",
  \"telephony_configuration_id\": 1, \"initial_context\": { \"first_name\": \"Ada\" }
}" "Idempotency-Key: first-call-$WORKFLOW"
RUN=$(answered .id)
# Not where the server was started with CONSOLE=0.
CONSOLE=${API%/api/v1}/console
if curl -sf -o "$ANSWER" "$CONSOLE"; then echo "It is shown at $CONSOLE/live/$RUN"; fi

echo 'Submitting the result of the conversation, as its agent does.'
ask POST "runs/$RUN/result" '{
  "analysis": { "call_summary": "Ada agreed to the recording.", "call_successful": true, "in_voicemail": false, "disposition": "agreed" }
}'

DELIVERED=0
until [ "$DELIVERED" = 2 ]; do
  kill -0 $RECEIVER 2>/dev/null || exit 1
  ask GET "webhooks/deliveries?endpoint_id=$ENDPOINT&run_id=$RUN"
  DELIVERED=$(answered '.items.filter((each) => each.status === "delivered").length')
  sleep 1
done
# The endpoint also gets the events of the demo's campaign.
grep -F ' +12025550185 ' "$RECEIVED"
ask GET "runs/$RUN"
echo "Run $RUN: $(answered .outcome), consent given: $(answered .gathered_context.consent_given)."
