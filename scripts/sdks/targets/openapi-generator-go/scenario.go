// The scenario with a client of openapi-generator's go: a request is built call by call and sent by Execute.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

// What the API refused, as the type of its answer.
func refusal[T any](err error) T {
	var failure *client.GenericOpenAPIError
	assert(errors.As(err, &failure), "It was not refused.")
	model, isTyped := failure.Model().(T)
	assert(isTyped, "The answer has another type: "+string(failure.Body()))
	return model
}

// An answer without what net/http knows of it.
func answer[T, U any](value T, _ U, err error) T { return must(value, err) }

func main() {
	events := startReceiver()
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: origin}}
	api := client.NewAPIClient(configuration)

	session := answer(api.AuthAPI.LogIn(context.Background()).
		LogInRequest(*client.NewLogInRequest(email, password)).Execute())
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, session.AccessToken)
	done("log_in")

	endpoint := answer(api.WebhooksAPI.CreateWebhookEndpoint(ctx).
		CreateWebhookEndpointRequest(*client.NewCreateWebhookEndpointRequest(receiverURL)).Execute())
	events.secret = endpoint.Secret

	draft := client.NewCreateWorkflowRequest(workflowName, parsed[client.WorkflowDefinition](workflowDefinition))
	workflow := answer(api.WorkflowsAPI.CreateWorkflow(ctx).CreateWorkflowRequest(*draft).Execute())
	assert(workflow.Name == workflowName, "The workflow was not created.")
	done("create_workflow")

	validation := answer(api.WorkflowsAPI.ValidateWorkflow(ctx, workflow.Id).Execute())
	assert(validation.IsValid, "The workflow is not valid.")
	done("validate_workflow")

	answer(api.WorkflowsAPI.PublishWorkflow(ctx, workflow.Id).Execute())
	done("publish_workflow")

	call := client.NewInitiateCallRequest(workflow.Id, toNumber)
	call.SetTelephonyConfigurationId(1)
	placeCall := func() int64 {
		return answer(api.CallsAPI.InitiateCall(ctx).
			IdempotencyKey(idempotencyKey).InitiateCallRequest(*call).Execute()).Id
	}
	runID := placeCall()
	assert(placeCall() == runID, "Two calls were placed.")
	done("place_call")

	run := until("completed run", func() *client.WorkflowRun {
		found := answer(api.RunsAPI.GetRun(ctx, runID).Execute())
		if found.State != "completed" {
			return nil
		}
		return found
	})
	done("poll_run")

	first := answer(api.RunsAPI.ListRuns(ctx).Limit(1).Execute())
	assert(first.NextCursor.Get() != nil, "There is one page alone.")
	second := answer(api.RunsAPI.ListRuns(ctx).Limit(1).Cursor(*first.NextCursor.Get()).Execute())
	assert(first.Items[0].Id != second.Items[0].Id, "Both pages are the same.")
	done("two_pages")

	draft.Name = ""
	_, _, err := api.WorkflowsAPI.CreateWorkflow(ctx).CreateWorkflowRequest(*draft).Execute()
	faults := refusal[client.ValidationProblem](err).Detail
	assert(strings.Join(faults[0].Loc, ".") == "body.name", "The fault has no place.")
	done("validation_error")

	_, _, err = api.RunsAPI.GetRun(ctx, unknownID).Execute()
	problem := refusal[client.Problem](err)
	assert(problem.Code == "not_found", "The code is "+problem.Code)
	done("problem")

	disposition, isSet := run.GetCallDispositionOk()
	assert(isSet && disposition == nil, "It is not null.")
	done("read_null")

	changed := answer(api.CampaignsAPI.GetCampaign(ctx, changedCampaign).Execute())
	assert(changed.State == "hibernating", "The state is "+changed.State)
	done("unknown_enum")

	file := must(os.Open(variable("CSV")))
	source := answer(api.CampaignSourcesAPI.CreateCampaignSource(ctx).Body(file).Execute())
	assert(source.TotalRows == 5, "The file was not read.")
	done("upload_csv")

	wanted := client.NewCreateCampaignRequest(workflowName, workflow.Id, client.CampaignSourceTypeCsv, source.Id)
	wanted.SetTelephonyConfigurationId(1)
	campaign := answer(api.CampaignsAPI.CreateCampaign(ctx).CreateCampaignRequest(*wanted).Execute())
	started := answer(api.CampaignsAPI.StartCampaign(ctx, campaign.Id).Execute())
	assert(started.State == "running", "The campaign was not started.")
	done("start_campaign")

	report := answer(api.CampaignsAPI.GetCampaignReport(ctx, campaign.Id).Execute())
	assert(strings.Contains(string(must(io.ReadAll(report))), "phone_number"), "The report has no head.")
	done("campaign_report")

	event := parsed[client.CallEndedEvent](events.event(run.Id))
	assert(event.Type == "call_ended" && event.Call.RunId == run.Id, "It is another call.")
	done("webhook_event")
}
