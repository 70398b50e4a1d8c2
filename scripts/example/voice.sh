#!/bin/sh
# From a recording to a story that plays, against a running demo. RECORDING names a WAV, FLAC, MP3 or Ogg file; without
# it, the demo's greeting is the recording. The story is written to STORY, ./story.wav by default.
set -eu
API=${API:-http://127.0.0.1:3000/api/v1}
STORY=${STORY:-story.wav}

ask() { # ask METHOD PATH [BODY | curl options]
  METHOD=$1 WHERE=$2 && shift 2
  case ${1:-} in '{'*) set -- -H 'content-type: application/json' -d "$1" ;; esac
  STATUS=$(curl -sS -X "$METHOD" "$API/$WHERE" -H "authorization: Bearer ${TOKEN:-}" "$@" -o "$ANSWER" -w '%{http_code}') || {
    echo 'Is the demo running? Start it with "make start" in another terminal.' >&2
    exit 1
  }
  case $STATUS in 2*) ;; *) cat "$ANSWER" >&2 && exit 1 ;; esac
}
answered() { node -p "JSON.parse(fs.readFileSync('$ANSWER'))$1"; }
ready() { # ready GENERATION: waits until its audio is there
  until ask GET "voice/generations/$1" && [ "$(answered .status)" = completed ]; do
    case $(answered .status) in failed | canceled) cat "$ANSWER" >&2 && exit 1 ;; esac
    sleep 1
  done
}

ANSWER=$(mktemp) SOUND=$(mktemp)
trap 'rm -f "$ANSWER" "$SOUND"' EXIT
trap 'exit 130' INT TERM

echo 'Logging in as the demo user.'
ask POST auth/login '{"email":"demo@example.com","password":"demo-password"}'
TOKEN=$(answered .access_token)
if [ -n "${RECORDING:-}" ]; then
  cp "$RECORDING" "$SOUND"
else
  ask GET 'voice/generations?limit=200'
  ask GET "voice/generations/$(answered '.items.at(-1).id')/audio"
  cp "$ANSWER" "$SOUND"
fi

echo 'Creating a voice profile, with the recording as its sample.'
ask POST voice/profiles "{\"name\":\"Narrator $(date +%s)\",\"description\":\"Made by scripts/example/voice.sh.\"}"
PROFILE=$(answered .id)
ask POST "voice/profiles/$PROFILE/samples" -F "file=@$SOUND" -F 'reference_text=Welcome to Harbor Dental. How can I help you today?'
echo "The sample has $(answered .duration_seconds) s."

ask GET voice/engines
if [ "$(answered '.items.some((engine) => engine.is_available)')" = true ]; then
  echo "Generating speech with $(answered '.items.find((engine) => engine.is_available).name')."
  ask POST voice/generations "{\"profile_id\":\"$PROFILE\",\"text\":\"The harbor wakes before the sun. Gulls first, then engines.\"}"
else
  echo 'No speech engine is available (install espeak-ng, or set SPEECH_URL), so the recording is the generation.'
  ask POST voice/generations/recordings -F "profile_id=$PROFILE" -F "file=@$SOUND" -F 'text=Welcome to Harbor Dental.'
fi
GENERATION=$(answered .id)
ready "$GENERATION"

echo 'Applying effects, which makes a new version.'
ask POST "voice/generations/$GENERATION/apply-effects" '{
  "label": "In a hall",
  "effects_chain": [{ "type": "highpass", "params": { "cutoff_frequency_hz": 200 } }, { "type": "reverb", "params": { "room_size": 0.8 } }]
}'
VERSION=$(answered .id)

echo 'Arranging a story of three items on two tracks.'
ask POST voice/stories '{"name":"The harbor wakes"}'
ID=$(answered .id)
add() { ask POST "voice/stories/$ID/items" "{\"generation_id\":\"$GENERATION\"$1}"; }
add ',"start_time_ms":0'
add ",\"version_id\":\"$VERSION\""
add ",\"version_id\":\"$VERSION\",\"track\":1,\"start_time_ms\":700,\"volume\":0.3"

ask GET "voice/stories/$ID/export"
cat "$ANSWER" >"$STORY"
echo "$STORY: $(node -p "const wav = fs.readFileSync('$STORY'); ((wav.length - 44) / 4 / wav.readUInt32LE(24)).toFixed(2)") s, 48 kHz, stereo. Play it with any player."
