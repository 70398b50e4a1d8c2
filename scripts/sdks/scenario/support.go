// What the scenarios in Go share: the variables, the requests' bodies, the steps, the receiver of events.
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const (
	unknownID = 9007199254740991
	toNumber  = "+1 202-555-0185"
)

var (
	// Where the paths of the contract begin, which start with /api/v1.
	origin          = strings.TrimSuffix(variable("API"), "/api/v1")
	email           = variable("EMAIL")
	password        = variable("PASSWORD")
	receiverAddress = "127.0.0.1:" + variable("RECEIVER_PORT")
	receiverURL     = "http://" + receiverAddress + "/"
	changedCampaign = must(strconv.ParseInt(variable("CAMPAIGN"), 10, 64))
	idempotencyKey  = "sdk-" + rand.Text()
	workflowName    = "SDK " + rand.Text()[:8]
)

const workflowDefinition = `{
	"nodes": [
		{ "id": "hello", "type": "startCall", "data": { "prompt": "Greet them." } },
		{ "id": "bye", "type": "endCall", "data": { "prompt": "Say goodbye." } }
	],
	"edges": [
		{
			"id": "on", "source": "hello", "target": "bye",
			"data": { "label": "answered", "condition": "They have answered." }
		}
	]
}`

func variable(name string) string {
	value := os.Getenv(name)
	if value == "" {
		panic("The variable " + name + " is missing.")
	}
	return value
}

// Reports a step.
func done(step string) { fmt.Println("ok " + step) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func assert(condition bool, message string) {
	if !condition {
		panic(message)
	}
}

// Repeats until there is a value, for at most a minute.
func until[T any](what string, look func() *T) *T {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if found := look(); found != nil {
			return found
		}
	}
	panic("There was no " + what + " within a minute.")
}

// JSON as a generated type.
func parsed[T any](text string) T {
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err)
	}
	return value
}

// Listens for events; each counts only if it was signed with the endpoint's secret.
type receiver struct {
	secret string
	events chan string
}

func startReceiver() *receiver {
	started := &receiver{events: make(chan string, 16)}
	go func() { panic(http.ListenAndServe(receiverAddress, started)) }()
	return started
}

func (r *receiver) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	body := must(io.ReadAll(request.Body))
	if err := must(standardwebhooks.NewWebhook(r.secret)).Verify(body, request.Header); err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	r.events <- string(body)
	writer.WriteHeader(http.StatusNoContent)
}

// The first event about the run. The demo's calls have events too.
func (r *receiver) event(runID int64) string {
	late := time.After(time.Minute)
	for {
		select {
		case body := <-r.events:
			event := parsed[struct {
				Call struct {
					RunID int64 `json:"run_id"`
				} `json:"call"`
			}](body)
			if event.Call.RunID == runID {
				return body
			}
		case <-late:
			panic("There was no event within a minute.")
		}
	}
}
