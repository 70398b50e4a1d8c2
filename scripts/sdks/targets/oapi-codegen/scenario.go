// The scenario with a client of oapi-codegen: an answer has a member for each status, such as JSON200.
package main

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"strings"

	"example.com/sdk/client"
)

func main() {
	ctx := context.Background()
	events := startReceiver()

	token := ""
	api := must(client.NewClientWithResponses(origin, client.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
			return nil
		},
	)))

	session := must(api.LogInWithResponse(ctx, client.LogInRequest{Email: client.Email(email), Password: &password}))
	assert(session.JSON200 != nil, "There is no session.")
	token = session.JSON200.AccessToken
	done("log_in")

	endpoint := must(api.CreateWebhookEndpointWithResponse(ctx, nil,
		client.CreateWebhookEndpointRequest{Url: receiverURL}))
	assert(endpoint.JSON201 != nil, "There is no endpoint.")
	events.secret = endpoint.JSON201.Secret

	draft := client.CreateWorkflowRequest{
		Name:               workflowName,
		WorkflowDefinition: parsed[client.WorkflowDefinition](workflowDefinition),
	}
	created := must(api.CreateWorkflowWithResponse(ctx, nil, draft))
	assert(created.JSON201 != nil && created.JSON201.Name == workflowName, "The workflow was not created.")
	workflowID := created.JSON201.Id
	done("create_workflow")

	validation := must(api.ValidateWorkflowWithResponse(ctx, workflowID))
	assert(validation.JSON200 != nil && validation.JSON200.IsValid, "The workflow is not valid.")
	done("validate_workflow")

	published := must(api.PublishWorkflowWithResponse(ctx, workflowID, nil))
	assert(published.JSON200 != nil, "The workflow was not published.")
	done("publish_workflow")

	telephonyConfigurationID := int64(1)
	placeCall := func() int64 {
		placed := must(api.InitiateCallWithResponse(ctx,
			&client.InitiateCallParams{IdempotencyKey: &idempotencyKey},
			client.InitiateCallRequest{
				WorkflowId:               workflowID,
				ToNumber:                 toNumber,
				TelephonyConfigurationId: &telephonyConfigurationID,
			}))
		assert(placed.JSON202 != nil, "There is no run.")
		return placed.JSON202.Id
	}
	runID := placeCall()
	assert(placeCall() == runID, "Two calls were placed.")
	done("place_call")

	run := until("completed run", func() *client.WorkflowRun {
		found := must(api.GetRunWithResponse(ctx, runID))
		assert(found.JSON200 != nil, "There is no run.")
		if found.JSON200.State != "completed" {
			return nil
		}
		return found.JSON200
	})
	done("poll_run")

	limit := 1
	first := must(api.ListRunsWithResponse(ctx, &client.ListRunsParams{Limit: &limit}))
	assert(first.JSON200 != nil && first.JSON200.NextCursor != nil, "There is one page alone.")
	second := must(api.ListRunsWithResponse(ctx,
		&client.ListRunsParams{Limit: &limit, Cursor: first.JSON200.NextCursor}))
	assert(second.JSON200 != nil && second.JSON200.Items[0].Id != first.JSON200.Items[0].Id, "Both pages are the same.")
	done("two_pages")

	draft.Name = ""
	refused := must(api.CreateWorkflowWithResponse(ctx, nil, draft))
	assert(refused.JSON422 != nil, "It was accepted.")
	assert(strings.Join(refused.JSON422.Detail[0].Loc, ".") == "body.name", "The fault has no place.")
	done("validation_error")

	missing := must(api.GetRunWithResponse(ctx, unknownID))
	assert(missing.ApplicationproblemJSON404 != nil, "It was found.")
	problem := client.Problem(*missing.ApplicationproblemJSON404)
	assert(problem.Code == "not_found", "The code is "+problem.Code)
	done("problem")

	assert(run.CallDisposition == nil, "It is not null.")
	done("read_null")

	changed := must(api.GetCampaignWithResponse(ctx, changedCampaign, nil))
	assert(changed.JSON200 != nil && changed.JSON200.State == "hibernating", "The state is known.")
	done("unknown_enum")

	file := must(os.Open(variable("CSV")))
	source := must(api.CreateCampaignSourceWithBodyWithResponse(ctx, nil, "text/csv", file))
	assert(source.JSON201 != nil && source.JSON201.TotalRows == 5, "The file was not read.")
	done("upload_csv")

	campaign := must(api.CreateCampaignWithResponse(ctx, nil, client.CreateCampaignRequest{
		Name:                     workflowName,
		WorkflowId:               workflowID,
		SourceType:               client.CampaignSourceTypeCsv,
		SourceId:                 source.JSON201.Id,
		TelephonyConfigurationId: &telephonyConfigurationID,
	}))
	assert(campaign.JSON201 != nil && campaign.JSON201.State == "created", "There is no campaign.")
	campaignID := campaign.JSON201.Id
	started := must(api.StartCampaignWithResponse(ctx, campaignID, nil))
	assert(started.JSON200 != nil && started.JSON200.State == "running", "The campaign was not started.")
	done("start_campaign")

	report := must(api.GetCampaignReportWithResponse(ctx, campaignID))
	assert(strings.Contains(string(report.Body), "phone_number"), "The report has no head.")
	done("campaign_report")

	// Without ...WithResponse the answer is read as it comes.
	stream := must(api.StreamCampaignProgress(ctx, campaignID, nil))
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() {
		data, isData := strings.CutPrefix(lines.Text(), "data: ")
		if !isData {
			continue
		}
		progress := must(parsed[client.CampaignStreamEvent](data).AsCampaignProgressEvent())
		assert(progress.CampaignId == campaignID && progress.Event == "progress", "The event is another one.")
		done("campaign_stream")
		break
	}

	event := parsed[client.CallEndedEvent](events.event(run.Id))
	assert(event.Type == "call_ended" && event.Call.RunId == run.Id, "It is another call.")
	done("webhook_event")
}
